// Answers a conformance runner with a released library of Maven's:
//
//     mvn dependency:copy-dependencies -DoutputDirectory=lib
//     java -cp 'lib/*' Adapter.java standardwebhooks
//
// Two read the clock of the system, and the runner signs anew for it: under
// faketime the JVM hangs now and then. stripe-java takes a clock.

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

public class Adapter {
  interface Verify { void run(JsonObject command, String body) throws Exception; }

  interface Sign { JsonArray run(JsonObject command, String body) throws Exception; }

  record Library(
      Class<?> type, Class<?> refusal, String source, String profiles, String ops, String clock, String features,
      Verify verify, Sign sign, Verify key) {}

  static final String FIELDS = "raw-header bytes-header repeated-header";

  static final Map<String, Library> LIBRARIES = Map.of(
      "standardwebhooks", new Library(
          com.standardwebhooks.Webhook.class, com.standardwebhooks.exceptions.WebhookVerificationException.class,
          "https://github.com/standard-webhooks/standard-webhooks", "standard", "verify sign key", "none", FIELDS,
          (c, body) -> refusing(() -> new com.standardwebhooks.Webhook(secret(c))).verify(body, headers(c)),
          (c, body) -> signed(c, refusing(() -> new com.standardwebhooks.Webhook(secret(c))).sign(text(c, "id"), number(c, "timestamp"), body)),
          (c, body) -> refusing(() -> new com.standardwebhooks.Webhook(secret(c)))),
      "svix", new Library(
          com.svix.Webhook.class, com.svix.exceptions.WebhookVerificationException.class,
          "https://github.com/svix/svix-webhooks", "standard svix", "verify sign key", "none", FIELDS,
          (c, body) -> refusing(() -> new com.svix.Webhook(secret(c))).verify(body, headers(c)),
          (c, body) -> signed(c, refusing(() -> new com.svix.Webhook(secret(c))).sign(text(c, "id"), number(c, "timestamp"), body)),
          (c, body) -> refusing(() -> new com.svix.Webhook(secret(c)))),
      "stripe-java", new Library(
          com.stripe.net.Webhook.class, com.stripe.exception.SignatureVerificationException.class,
          "https://github.com/stripe/stripe-java", "stripe", "verify sign", "explicit", "raw-header bytes-header tolerance",
          Adapter::verifyStripe,
          (c, body) -> list(list("Stripe-Signature", com.stripe.net.Webhook.Signature.generateSignatureHeader(body, secret(c), number(c, "timestamp")))),
          null));

  static void verifyStripe(JsonObject c, String body) throws Exception {
    JsonElement given = c.get("tolerance");
    long tolerance = given == null || given.isJsonNull() ? com.stripe.net.Webhook.DEFAULT_TOLERANCE : given.getAsLong();
    Clock clock = Clock.fixed(Instant.ofEpochSecond(number(c, "now")), ZoneOffset.UTC);
    String header = headers(c).entrySet().stream()
        .filter(e -> e.getKey().equalsIgnoreCase("Stripe-Signature")).map(e -> e.getValue().get(0)).findFirst().orElse(null);
    com.stripe.net.Webhook.Signature.verifyHeader(body, header, secret(c), tolerance, clock);
  }

  static class KeyRefused extends Exception {
    KeyRefused(Exception e) { super(e); }
  }

  /** A constructor that throws has refused the key, by whatever exception. */
  static <W> W refusing(Callable<W> constructor) throws KeyRefused {
    try {
      return constructor.call();
    } catch (Exception e) {
      throw new KeyRefused(e);
    }
  }

  static String text(JsonObject c, String member) { return c.has(member) ? c.get(member).getAsString() : ""; }

  static long number(JsonObject c, String member) { return c.get(member).getAsLong(); }

  static String secret(JsonObject c) { return c.getAsJsonArray("keys").get(0).getAsString(); }

  /** What a servlet makes of the bytes of the values: ISO 8859-1. */
  static Map<String, List<String>> headers(JsonObject c) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (JsonElement field : c.getAsJsonArray("headers")) {
      JsonElement value = field.getAsJsonArray().get(1);
      byte[] bytes = value.isJsonPrimitive()
          ? value.getAsString().getBytes(StandardCharsets.UTF_8)
          : Base64.getDecoder().decode(text(value.getAsJsonObject(), "base64"));
      all.computeIfAbsent(field.getAsJsonArray().get(0).getAsString(), k -> new ArrayList<>())
          .add(new String(bytes, StandardCharsets.ISO_8859_1));
    }
    return all;
  }

  static JsonArray list(Object... values) {
    JsonArray all = new JsonArray();
    for (Object value : values) {
      if (value instanceof JsonElement element) all.add(element);
      else all.add((String) value);
    }
    return all;
  }

  static JsonArray signed(JsonObject c, String signature) {
    String prefix = text(c, "profile").equals("svix") ? "svix" : "webhook";
    return list(
        list(prefix + "-id", text(c, "id")), list(prefix + "-timestamp", text(c, "timestamp")), list(prefix + "-signature", signature));
  }

  static JsonObject run(Library library, JsonObject c) {
    JsonObject answer = new JsonObject();
    String outcome = "accept";
    try {
      String body = new String(Base64.getDecoder().decode(text(c, "body")), StandardCharsets.UTF_8);
      switch (text(c, "op")) {
        case "key" -> library.key.run(c, body);
        case "verify" -> library.verify.run(c, body);
        default -> {
          answer.add("headers", library.sign.run(c, body));
          outcome = "signed";
        }
      }
    } catch (Exception e) {
      outcome = e instanceof KeyRefused || library.refusal.isInstance(e) ? "reject" : "error";
      answer.addProperty("detail", e.toString());
    }
    answer.addProperty("outcome", outcome);
    return answer;
  }

  static JsonObject hello(Library library) {
    Path jar = Path.of(library.type.getProtectionDomain().getCodeSource().getLocation().getPath()).getFileName();
    String[] parts = jar.toString().replace(".jar", "").split("-(?=[0-9])", 2);
    JsonObject implementation = new JsonObject(), capabilities = new JsonObject(), answer = new JsonObject();
    implementation.addProperty("name", parts[0].replace("-java", "") + " (Maven)");
    implementation.addProperty("language", "java");
    implementation.addProperty("version", parts[1]);
    implementation.addProperty("source", library.source);
    capabilities.add("profiles", list((Object[]) library.profiles.split(" ")));
    capabilities.add("ops", list((Object[]) library.ops.split(" ")));
    capabilities.addProperty("clock", library.clock);
    capabilities.add("features", list((Object[]) library.features.split(" ")));
    answer.addProperty("protocol", 1);
    answer.add("implementation", implementation);
    answer.add("capabilities", capabilities);
    return answer;
  }

  public static void main(String[] args) throws Exception {
    Library library = LIBRARIES.get(args[0]);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line; (line = in.readLine()) != null; ) {
      JsonObject command = JsonParser.parseString(line).getAsJsonObject();
      JsonObject answer = text(command, "cmd").equals("hello") ? hello(library) : run(library, command);
      if (command.has("seq")) answer.add("seq", command.get("seq"));
      out.println(answer);
    }
  }
}
