package report

// A Collector makes a record of what it hears.
type Collector struct{ Run Run }

// Begin takes the header.
func (c *Collector) Begin(h Header) { c.Run.Header = h }

// Case takes a result.
func (c *Collector) Case(r Result) { c.Run.Results = append(c.Run.Results, r) }

// End takes the footer.
func (c *Collector) End(f Footer) { c.Run.Footer = f }

// Incomplete says why the record is not of all that was to be asked, or "".
func (r *Run) Incomplete() string {
	switch {
	case r.Footer.Complete:
		return ""
	case r.Footer.Stopped != "":
		return r.Footer.Stopped
	default:
		return "the runner was stopped"
	}
}

// Counts counts the results.
func (r *Run) Counts() Counts {
	var c Counts
	for i := range r.Results {
		c.Add(&r.Results[i])
	}
	return c
}
