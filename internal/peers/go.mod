module github.com/whsec/whsec/internal/peers

go 1.26.0

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/stretchr/testify v1.12.1
	github.com/stripe/stripe-go/v82 v82.5.1
	github.com/svix/svix-webhooks v1.44.0
	github.com/whsec/whsec v0.0.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	gopkg.in/validator.v2 v2.0.1 // indirect
)

replace github.com/whsec/whsec => ../..
