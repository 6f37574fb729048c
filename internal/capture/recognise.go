package capture

func recognise(data []byte) Kind {
	return KindHTTP
}
