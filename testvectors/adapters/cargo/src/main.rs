//! Answers a conformance runner with a released crate:
//!
//!     cargo run --release standardwebhooks
//!
//! The crates read the clock of the system: the runner starts the adapter under
//! faketime, or signs anew without it.

use std::io::{BufRead, Write};
use std::panic::catch_unwind;

use base64::{engine::general_purpose::STANDARD, Engine};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{json, Value};

/// The two crates have one design, and different types.
macro_rules! library {
    ($construct:path) => {
        |command: &Value, body: &[u8], headers: &HeaderMap| -> Result<Option<String>, String> {
            let webhook = $construct(text(&command["keys"][0])).map_err(|e| e.to_string())?;
            match text(&command["op"]) {
                "verify" => webhook.verify(body, headers).map(|()| None),
                "sign" => webhook
                    .sign(text(&command["id"]), command["timestamp"].as_i64().unwrap(), body)
                    .map(Some),
                _ => Ok(None),
            }
            .map_err(|e| e.to_string())
        }
    };
}

type Library = fn(&Value, &[u8], &HeaderMap) -> Result<Option<String>, String>;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn bytes(value: &Value) -> Vec<u8> {
    match value.get("base64") {
        Some(encoded) => STANDARD.decode(text(encoded)).unwrap(),
        None => text(value).into(),
    }
}

fn headers(fields: &Value) -> Result<HeaderMap, http::Error> {
    let mut map = HeaderMap::new();
    for field in fields.as_array().into_iter().flatten() {
        let name = HeaderName::from_bytes(text(&field[0]).as_bytes())?;
        map.append(name, HeaderValue::from_bytes(&bytes(&field[1]))?);
    }
    Ok(map)
}

fn run(library: Library, command: &Value) -> Value {
    let body = STANDARD.decode(text(&command["body"])).unwrap();
    let headers = match headers(&command["headers"]) {
        Ok(headers) => headers,
        Err(e) => return json!({"outcome": "unsupported", "detail": e.to_string()}),
    };
    match catch_unwind(|| library(command, &body, &headers)) {
        Ok(Ok(None)) => json!({"outcome": "accept"}),
        Ok(Ok(Some(signature))) => json!({"outcome": "signed", "headers": signed(command, &signature)}),
        Ok(Err(detail)) => json!({"outcome": "reject", "detail": detail}),
        Err(_) => json!({"outcome": "error", "detail": "panic"}),
    }
}

fn signed(command: &Value, signature: &str) -> Value {
    let prefix = match text(&command["profile"]) {
        "svix" => "svix",
        _ => "webhook",
    };
    json!([
        [format!("{prefix}-id"), text(&command["id"])],
        [format!("{prefix}-timestamp"), command["timestamp"].to_string()],
        [format!("{prefix}-signature"), signature],
    ])
}

/// The version that Cargo.toml pins is the one that is built.
fn version(name: &str) -> &'static str {
    let line = include_str!("../Cargo.toml").lines().find(|line| line.starts_with(name)).unwrap();
    line.split(['=', '"']).find(|part| part.starts_with(|c: char| c.is_ascii_digit())).unwrap()
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (library, profiles, source): (Library, _, _) = match name.as_str() {
        "standardwebhooks" => (
            library!(standardwebhooks::Webhook::new),
            json!(["standard"]),
            "https://github.com/standard-webhooks/standard-webhooks",
        ),
        "svix" => (
            library!(svix::webhooks::Webhook::new),
            json!(["standard", "svix"]),
            "https://github.com/svix/svix-webhooks",
        ),
        _ => panic!("name standardwebhooks or svix"),
    };
    for line in std::io::stdin().lock().lines() {
        let command: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let mut answer = match text(&command["cmd"]) {
            "hello" => json!({
                "protocol": 1,
                "implementation": {"name": format!("{name} (Cargo)"), "language": "rust", "version": version(&name), "source": source},
                "capabilities": {"profiles": profiles, "ops": ["verify", "sign", "key"], "clock": "external",
                    "features": ["bytes-body", "bytes-header", "repeated-header"]},
            }),
            _ => run(library, &command),
        };
        if let Some(seq) = command.get("seq") {
            answer["seq"] = seq.clone();
        }
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}
