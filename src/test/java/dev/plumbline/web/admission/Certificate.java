package dev.plumbline.web.admission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of our own making, as PEM files that a server and a client read. */
public final class Certificate {

  /** Of the key store. */
  public static final String PASSWORD = "changeit";

  private final Path folder;

  /** Files in a folder; none before one is made. */
  public Certificate(Path folder) {
    this.folder = folder;
  }

  /** The certificate, which is its own authority. */
  public Path cert() {
    return folder.resolve("tls.crt");
  }

  /** Its key. */
  public Path key() {
    return folder.resolve("tls.key");
  }

  /** Writes another one of this name in place of the one before. */
  public X509Certificate make(String name) {
    try {
      Path store = store(name);
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "a",
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "SAN=ip:127.0.0.1,dns:localhost",
                  "-ext",
                  "BC=ca:true",
                  "-validity",
                  "30",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  PASSWORD,
                  "-keystore",
                  store.toString())
              .inheritIO()
              .start();
      if (keytool.waitFor() != 0) {
        throw new IllegalStateException("keytool failed");
      }
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      var certificate = (X509Certificate) keys.getCertificate("a");
      pem(cert(), "CERTIFICATE", certificate.getEncoded());
      pem(key(), "PRIVATE KEY", keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
      return certificate;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Key and certificate as a key store, which {@code make} of this name has written. */
  public Path store(String name) {
    return folder.resolve(name + ".p12");
  }

  /** Shows what {@code make} of this name has written, and trusts it alone. */
  public SSLContext context(String name) {
    try {
      KeyStore keys = KeyStore.getInstance(store(name).toFile(), PASSWORD.toCharArray());
      var shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(keys, PASSWORD.toCharArray());
      KeyStore authorities = KeyStore.getInstance("PKCS12");
      authorities.load(null, null);
      authorities.setCertificateEntry("a", keys.getCertificate("a"));
      var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pem(Path file, String what, byte[] content) throws IOException {
    Files.write(
        file,
        List.of(
            "-----BEGIN " + what + "-----",
            Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content),
            "-----END " + what + "-----"));
  }
}
