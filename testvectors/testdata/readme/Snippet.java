import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Snippet {
    static String field(JsonNode headers, String name) {
        for (JsonNode field : headers) if (field.get(0).asText().equals(name)) return field.get(1).asText();
        throw new IllegalArgumentException(name);
    }

    static boolean verify(JsonNode keys, JsonNode headers, byte[] body, long now) throws Exception {
        String id = field(headers, "webhook-id"), timestamp = field(headers, "webhook-timestamp");
        boolean right = false;
        for (JsonNode key : keys) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key.asText().substring(6)), "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
            String item = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            right |= Arrays.asList(field(headers, "webhook-signature").split(" ")).contains(item);
        }
        return right && !id.contains(".") && Math.abs(now - Long.parseLong(timestamp)) <= 300;
    }

    public static void main(String[] arguments) throws Exception {
// SNIPPET
    }
}
