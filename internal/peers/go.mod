module github.com/whsec/whsec/internal/peers

go 1.26

require github.com/stretchr/testify v1.12.1

require gopkg.in/validator.v2 v2.0.1 // indirect

require (
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/svix/svix-webhooks v1.44.0
	github.com/whsec/whsec v0.0.0
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace github.com/whsec/whsec => ../..
