package capture

import "strings"

// shortOptions are the one-letter options of curl that say something about the
// request or take a value, which has to be told from the URL.
var shortOptions = map[byte]string{
	'A': "user-agent", 'b': "cookie", 'd': "data", 'e': "referer", 'F': "form", 'G': "get", 'H': "header", 'I': "head",
	'K': "config", 'T': "upload-file", 'u': "user", 'X': "request", ':': "next",
	'c': "cookie-jar", 'C': "continue-at", 'D': "dump-header", 'E': "cert", 'm': "max-time", 'o': "output", 'P': "ftp-port",
	'Q': "quote", 'r': "range", 't': "telnet-option", 'U': "proxy-user", 'w': "write-out", 'x': "proxy", 'y': "speed-time",
	'Y': "speed-limit", 'z': "time-cond",
}

var valueOptions = set(`
	abstract-unix-socket alt-svc cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie
	cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation
	dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header egd-file engine etag-compare etag-save
	expect100-timeout form form-string ftp-port happy-eyeballs-timeout-ms header hostpubmd5 hostpubsha256 hsts interface
	ip-tos json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options max-filesize
	max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto
	proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile
	proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
	proxy-user proxy1.0 quote random-file range rate referer request request-target resolve retry retry-delay
	retry-max-time service-name socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr telnet-option
	time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket
	upload-file url user user-agent vlan-priority write-out`)

var flagOptions = set(`
	anyauth append basic ca-native cert-status compressed create-dirs digest disable disallow-username-in-url
	doh-cert-status doh-insecure fail fail-early fail-with-body false-start globoff haproxy-protocol http0.9 http1.0
	http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6
	junk-session-cookies location location-trusted negotiate netrc netrc-optional ntlm ntlm-wb parallel
	parallel-immediate path-as-is post301 post302 post303 progress-bar proxy-anyauth proxy-basic proxy-digest
	proxy-insecure proxy-negotiate proxy-ntlm proxy-tlsv1 proxytunnel raw remote-header-name remote-name
	remote-name-all remote-time remove-on-error retry-all-errors retry-connrefused show-error show-headers silent ssl
	ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output
	suppress-connect-headers tcp-fastopen tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 trace-ids trace-time
	verbose xattr`)

func takesValue(name string) bool { return valueOptions[name] }

func knownFlag(name string) bool { return flagOptions[name] || strings.HasPrefix(name, "no-") }

func set(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}
