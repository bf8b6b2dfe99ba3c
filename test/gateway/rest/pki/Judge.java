import java.io.FileInputStream;
import java.security.Security;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Checks a root, a certificate and a CRL of it with Bouncy Castle. */
public class Judge {
  public static void main(String[] files) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    CertificateFactory factory = CertificateFactory.getInstance("X.509", "BC");
    X509Certificate root = (X509Certificate) factory.generateCertificate(new FileInputStream(files[0]));
    X509Certificate leaf = (X509Certificate) factory.generateCertificate(new FileInputStream(files[1]));
    X509CRL crl = (X509CRL) factory.generateCRL(new FileInputStream(files[2]));
    root.verify(root.getPublicKey(), "BC");
    leaf.verify(root.getPublicKey(), "BC");
    crl.verify(root.getPublicKey(), "BC");
    if (!crl.isRevoked(leaf)) throw new Exception("the certificate is not revoked");
  }
}
