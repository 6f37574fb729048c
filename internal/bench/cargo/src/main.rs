//! Times a released crate, as subject.go asks for it:
//!
//!     cargo run --release standardwebhooks

use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

use base64::{engine::general_purpose::STANDARD, Engine};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{json, Value};

type Verify = Box<dyn Fn(&[u8], &HeaderMap) -> bool>;

/// The two crates have one design, and different types.
macro_rules! library {
    ($construct:path, $secret:expr) => {{
        let webhook = $construct($secret).unwrap();
        Box::new(move |body: &[u8], headers: &HeaderMap| webhook.verify(body, headers).is_ok())
    }};
}

fn library(name: &str, secret: &str) -> Verify {
    match name {
        "standardwebhooks" => library!(standardwebhooks::Webhook::new, secret),
        "svix" => library!(svix::webhooks::Webhook::new, secret),
        _ => panic!("name standardwebhooks or svix"),
    }
}

fn body(value: &Value) -> Vec<u8> {
    STANDARD.decode(value.as_str().unwrap()).unwrap()
}

fn headers(value: &Value) -> HeaderMap {
    let pairs = value.as_object().unwrap().iter();
    pairs
        .map(|(name, value)| {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            (name, HeaderValue::from_str(value.as_str().unwrap()).unwrap())
        })
        .collect()
}

/// The version that Cargo.toml pins is the one that is built.
fn version(name: &str) -> &'static str {
    let line = include_str!("../Cargo.toml").lines().find(|line| line.starts_with(name)).unwrap();
    line.split(['=', '"']).find(|part| part.starts_with(|c: char| c.is_ascii_digit())).unwrap()
}

fn answer(name: &str, command: &Value) -> Value {
    let verify = library(name, command["secret"].as_str().unwrap());
    let headers = headers(&command["headers"]);
    let (right, spoiled) = (body(&command["body"]), body(&command["spoiled"]));
    let (accepts, refuses) = (verify(&right, &headers), !verify(&spoiled, &headers));
    let start = Instant::now();
    for _ in 0..command["iterations"].as_u64().unwrap() {
        assert!(verify(black_box(&right), black_box(&headers)));
    }
    let nanoseconds = start.elapsed().as_nanos() as u64;
    json!({"version": version(name), "accepts": accepts, "refuses": refuses, "nanoseconds": nanoseconds})
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    for line in std::io::stdin().lock().lines() {
        println!("{}", answer(&name, &serde_json::from_str(&line.unwrap()).unwrap()));
        std::io::stdout().flush().unwrap();
    }
}
