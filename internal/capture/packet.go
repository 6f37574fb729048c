package capture

import (
	"bytes"
	"regexp"
	"strconv"
)

// packetRE is the line that tcpdump prints before a packet: from, to, and the
// length of the payload.
var packetRE = regexp.MustCompile(`(?m)^(?:[0-9-]{10} )?[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+ (?:\S+ +(?:In|Out) +)?IP6? (\S+) > (\S+): .*?length ([0-9]+).*\n`)

// followRE is the heading of a stream that tshark followed as text.
var followRE = regexp.MustCompile(`(?m)^Follow: \w+,ascii\r?$`)

// readPackets cuts the body of a message from tcpdump -A where its packet ends,
// and appends the payload of the sender's next packets: many clients send head
// and body in two.
func (m *message) readPackets(before []byte) {
	m.Printable = followRE.Match(before)
	own := lastSubmatch(packetRE, before)
	if own == nil {
		return
	}
	m.Printable, m.Packets = true, true
	marks := packetRE.FindAllSubmatchIndex(m.body, -1)
	if len(marks) == 0 {
		return
	}
	all, ends := m.body, append(starts(marks)[1:], len(m.body))
	m.body = bytes.Clone(all[:marks[0][0]])
	for i, mark := range marks {
		from, to, length := all[mark[2]:mark[3]], all[mark[4]:mark[5]], all[mark[6]:mark[7]]
		data := payload(all[mark[1]:ends[i]], length)
		switch {
		case len(data) == 0:
			continue
		case bytes.Equal(from, own[2]) && bytes.Equal(to, own[1]):
			m.Response = true
			continue
		case !bytes.Equal(from, own[1]) || !bytes.Equal(to, own[2]):
			m.Unjudged += len(data)
			continue
		}
		m.body = append(bytes.TrimSuffix(m.body, newline), data...)
	}
}

func starts(marks [][]int) []int {
	var starts []int
	for _, m := range marks {
		starts = append(starts, m[0])
	}
	return starts
}

// payload returns the end of a packet, past the noise of its IP header, with
// the line end that tcpdump prints after it.
func payload(packet, length []byte) []byte {
	n, err := strconv.Atoi(string(length))
	if err != nil || n == 0 {
		return nil
	}
	return packet[max(0, len(packet)-n-1):]
}

func lastSubmatch(re *regexp.Regexp, data []byte) [][]byte {
	all := re.FindAllSubmatch(data, -1)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}
