package routers

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/whsec/whsec/standardwebhooks"
	"github.com/whsec/whsec/webhookhttp"
	"github.com/whsec/whsec/webhooktest"
)

const payload = `{"type":"invoice.paid","data":{"number":"F-7"}}`

// An endpoint is /webhooks/{tenant}: it has a guard, reads the body and the
// message, and answers 202 with what it read.
type endpoint struct {
	log      bytes.Buffer
	receiver *webhookhttp.Receiver
	calls    int
}

// tenantKey is where routers whose middleware is handed a plain request put the
// tenant; all of them can.
type tenantKey struct{}

func tenantOf(ctx context.Context) string {
	tenant, _ := ctx.Value(tenantKey{}).(string)
	return tenant
}

func newEndpoint(t *testing.T, tenant func(r *http.Request) string) *endpoint {
	t.Helper()
	e := &endpoint{}
	store, err := webhookhttp.NewMemoryStore(100)
	require.NoError(t, err)
	guard, err := webhookhttp.NewReplayGuard(store, func(r *http.Request, _ standardwebhooks.Message) (string, error) {
		return tenant(r), nil
	})
	require.NoError(t, err)
	find := func(r *http.Request) (webhookhttp.Verifier, error) {
		if tenant(r) == "" {
			return nil, &webhookhttp.StatusError{Status: http.StatusNotFound}
		}
		return webhooktest.NewVerifier(t, webhooktest.Secret(t, tenant(r))), nil
	}
	e.receiver, err = webhookhttp.NewReceiverFunc(find,
		webhookhttp.WithReplayGuard(guard),
		webhookhttp.WithMaxBody(1<<10),
		webhookhttp.WithLogger(slog.New(slog.NewTextHandler(&e.log, nil))))
	require.NoError(t, err)
	return e
}

// answer is what handlers of all routers do.
func (e *endpoint) answer(t *testing.T, w http.ResponseWriter, r *http.Request) {
	e.calls++
	body, err := io.ReadAll(r.Body)
	assert.NoError(t, err)
	message, ok := webhookhttp.MessageFrom(r.Context())
	assert.True(t, ok)
	assert.Equal(t, payload, string(message.Payload))
	_, claimed := webhookhttp.ClaimFrom(r.Context())
	assert.True(t, claimed)
	w.Header().Set("X-Tenant", "kept")
	w.WriteHeader(http.StatusAccepted)
	w.Write(body)
}

func viaServeMux(t *testing.T) (http.Handler, *endpoint) {
	e := newEndpoint(t, func(r *http.Request) string { return r.PathValue("tenant") })
	mux := http.NewServeMux()
	mux.Handle("POST /webhooks/{tenant}", e.receiver.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.answer(t, w, r) })))
	return mux, e
}

func viaChi(t *testing.T) (http.Handler, *endpoint) {
	e := newEndpoint(t, func(r *http.Request) string { return chi.URLParam(r, "tenant") })
	router := chi.NewRouter()
	router.With(e.receiver.Middleware).Post("/webhooks/{tenant}", func(w http.ResponseWriter, r *http.Request) { e.answer(t, w, r) })
	return router, e
}

// In gin the handler goes through the middleware whole, and gets the context
// from it.
func viaGin(t *testing.T) (http.Handler, *endpoint) {
	e := newEndpoint(t, func(r *http.Request) string { return tenantOf(r.Context()) })
	gin.SetMode(gin.TestMode)
	router := gin.New()
	router.POST("/webhooks/:tenant", func(c *gin.Context) {
		ctx := context.WithValue(c.Request.Context(), tenantKey{}, c.Param("tenant"))
		e.receiver.Middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.answer(t, w, r) })).
			ServeHTTP(c.Writer, c.Request.WithContext(ctx))
	})
	return router, e
}

// In echo the middleware is wrapped.
func viaEcho(t *testing.T) (http.Handler, *endpoint) {
	e := newEndpoint(t, func(r *http.Request) string { return tenantOf(r.Context()) })
	router := echo.New()
	tenant := func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			ctx := context.WithValue(c.Request().Context(), tenantKey{}, c.Param("tenant"))
			c.SetRequest(c.Request().WithContext(ctx))
			return next(c)
		}
	}
	router.POST("/webhooks/:tenant", func(c echo.Context) error {
		e.answer(t, c.Response(), c.Request())
		return nil
	}, tenant, echo.WrapMiddleware(e.receiver.Middleware))
	return router, e
}

func TestRouters(t *testing.T) {
	for name, via := range map[string]func(*testing.T) (http.Handler, *endpoint){
		"ServeMux": viaServeMux, "chi": viaChi, "gin": viaGin, "echo": viaEcho,
	} {
		t.Run(name, func(t *testing.T) {
			router, e := via(t)
			server := httptest.NewServer(router)
			defer server.Close()
			send := func(tenant, body string, opts ...webhooktest.Option) (int, string) {
				t.Helper()
				header, spoiled := webhooktest.HeaderAndBody(t, webhooktest.NewSigner(t, webhooktest.Secret(t, tenant)), []byte(body), opts...)
				r, err := http.NewRequest(http.MethodPost, server.URL+"/webhooks/acme", bytes.NewReader(spoiled))
				require.NoError(t, err)
				r.Header = header
				response, err := server.Client().Do(r)
				require.NoError(t, err)
				defer response.Body.Close()
				answer, err := io.ReadAll(response.Body)
				require.NoError(t, err)
				if response.StatusCode == http.StatusAccepted {
					assert.Equal(t, "kept", response.Header.Get("X-Tenant"))
				}
				return response.StatusCode, string(answer)
			}
			expect := func(status int, body string, gotStatus int, gotBody string) {
				t.Helper()
				assert.Equal(t, status, gotStatus)
				assert.Equal(t, body, gotBody)
			}
			check := func(status int, body string) func(int, string) {
				return func(gotStatus int, gotBody string) { t.Helper(); expect(status, body, gotStatus, gotBody) }
			}

			check(202, payload)(send("acme", payload))
			check(200, "")(send("acme", payload)) // a duplicate
			check(401, "")(send("other", payload))
			check(401, "")(send("acme", payload, webhooktest.Spoiled(webhooktest.ChangedByte)))
			check(400, "")(send("acme", payload, webhooktest.Spoiled(webhooktest.Unsigned)))
			check(413, "")(send("acme", string(make([]byte, 1<<10+1))))
			check(202, payload)(send("acme", payload, webhooktest.WithID("msg_2")))
			assert.Equal(t, 2, e.calls)
			for _, code := range []string{"replay_done", "signature_mismatch", "missing_header", "body_too_large"} {
				assert.Contains(t, e.log.String(), "code="+code)
			}
		})
	}
}
