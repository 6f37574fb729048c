module github.com/whsec/whsec

go 1.26
