import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.Date;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.cmp.CMPCertificate;
import org.bouncycastle.asn1.cmp.CertRepMessage;
import org.bouncycastle.asn1.cmp.CertResponse;
import org.bouncycastle.asn1.cmp.PBMParameter;
import org.bouncycastle.asn1.cmp.PKIBody;
import org.bouncycastle.asn1.cmp.PKIMessage;
import org.bouncycastle.asn1.cmp.ProtectedPart;
import org.bouncycastle.asn1.crmf.CertReqMessages;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PBKDF2Params;
import org.bouncycastle.asn1.pkcs.PBMAC1Params;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.util.ASN1Dump;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.cmp.CertificateConfirmationContentBuilder;
import org.bouncycastle.cert.cmp.GeneralPKIMessage;
import org.bouncycastle.cert.cmp.ProtectedPKIMessage;
import org.bouncycastle.cert.cmp.ProtectedPKIMessageBuilder;
import org.bouncycastle.cert.crmf.CertificateRequestMessageBuilder;
import org.bouncycastle.cert.crmf.PKMACBuilder;
import org.bouncycastle.cert.crmf.jcajce.JcePKMACValuesCalculator;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.GenericKey;
import org.bouncycastle.operator.MacCalculator;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** A client of CMP of another make: an ir by each kind of MAC, which is confirmed, and a kur by signature. */
public final class Client {
  private static final SecureRandom random = new SecureRandom();
  private static final X500Name nobody = new X500Name("");

  private final String address;
  private final String reference;
  private final char[] secret;

  private Client(String address, String reference, String secret) {
    this.address = address;
    this.reference = reference;
    this.secret = secret.toCharArray();
  }

  private static byte[] fresh() {
    byte[] octets = new byte[16];
    random.nextBytes(octets);
    return octets;
  }

  private ProtectedPKIMessageBuilder message(X500Name sender, byte[] transaction) {
    return new ProtectedPKIMessageBuilder(2, new GeneralName(sender), new GeneralName(nobody))
        .setMessageTime(new Date())
        .setTransactionID(transaction)
        .setSenderNonce(fresh());
  }

  private ProtectedPKIMessage send(ProtectedPKIMessage message, int expected) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/pkixcmp")
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.toASN1Structure().getEncoded("DER")))
            .build();
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    GeneralPKIMessage read = new GeneralPKIMessage(answer.body());
    if (read.getBody().getType() != expected || !read.hasProtection())
      throw new IllegalStateException("answered by " + ASN1Dump.dumpAsString(read.getBody().getContent()));
    return new ProtectedPKIMessage(read);
  }

  private static PKIBody request(int type, X500Name subject, KeyPair pair, ContentSigner signer) throws Exception {
    CertificateRequestMessageBuilder request = new CertificateRequestMessageBuilder(BigInteger.ZERO);
    request.setSubject(subject);
    request.setPublicKey(SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()));
    request.setProofOfPossessionSigningKeySigner(signer);
    return new PKIBody(type, new CertReqMessages(request.build().toASN1Structure()));
  }

  private static X509CertificateHolder certificateIn(ProtectedPKIMessage answer) {
    CertResponse response = CertRepMessage.getInstance(answer.getBody().getContent()).getResponse()[0];
    CMPCertificate found = response.getCertifiedKeyPair().getCertOrEncCert().getCertificate();
    return new X509CertificateHolder(found.getX509v3PKCert());
  }

  private static PKIBody confirmation(X509CertificateHolder certificate) throws Exception {
    return new PKIBody(
        PKIBody.TYPE_CERT_CONFIRM,
        new CertificateConfirmationContentBuilder()
            .addAcceptedCertificate(certificate, BigInteger.ZERO)
            .build(new JcaDigestCalculatorProviderBuilder().build())
            .toASN1Structure());
  }

  private PKMACBuilder pbm() {
    return new PKMACBuilder(new JcePKMACValuesCalculator().setProvider("BC"))
        .setParameters(
            new PBMParameter(
                fresh(),
                new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256),
                1000,
                new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256)));
  }

  private MacCalculator mac(boolean newer) throws Exception {
    if (!newer) return pbm().build(secret);
    AlgorithmIdentifier hmac = new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE);
    PBKDF2Params derivation = new PBKDF2Params(fresh(), 2048, 32, hmac);
    return new Pbmac1(
        new PBMAC1Params(new AlgorithmIdentifier(PKCSObjectIdentifiers.id_PBKDF2, derivation), hmac), secret);
  }

  private boolean isOurs(ProtectedPKIMessage answer, boolean newer) throws Exception {
    if (!newer) return answer.verify(pbm(), secret);
    PKIMessage whole = answer.toASN1Structure();
    Object parameters = whole.getHeader().getProtectionAlg().getParameters();
    Pbmac1 mac = new Pbmac1(PBMAC1Params.getInstance(parameters), secret);
    mac.getOutputStream().write(new ProtectedPart(whole.getHeader(), whole.getBody()).getEncoded("DER"));
    return Arrays.equals(mac.getMac(), whole.getProtection().getOctets());
  }

  /** That of Bouncy Castle 1.80 names its key derivation PBES2. */
  private static final class Pbmac1 implements MacCalculator {
    private final PBMAC1Params parameters;
    private final Mac mac;
    private final ByteArrayOutputStream given = new ByteArrayOutputStream();

    Pbmac1(PBMAC1Params parameters, char[] secret) throws Exception {
      this.parameters = parameters;
      PBKDF2Params derivation = PBKDF2Params.getInstance(parameters.getKeyDerivationFunc().getParameters());
      int rounds = derivation.getIterationCount().intValue();
      PBEKeySpec key = new PBEKeySpec(secret, derivation.getSalt(), rounds, derivation.getKeyLength().intValue() * 8);
      byte[] derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(key).getEncoded();
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(derived, "HmacSHA256"));
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
      return new AlgorithmIdentifier(PKCSObjectIdentifiers.id_PBMAC1, parameters);
    }

    @Override
    public OutputStream getOutputStream() {
      return given;
    }

    @Override
    public byte[] getMac() {
      return mac.doFinal(given.toByteArray());
    }

    @Override
    public GenericKey getKey() {
      throw new UnsupportedOperationException();
    }
  }

  private X509CertificateHolder enrol(X500Name subject, KeyPair pair, boolean newer) throws Exception {
    byte[] transaction = fresh();
    ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    ProtectedPKIMessage answer =
        send(
            message(nobody, transaction)
                .setSenderKID(reference.getBytes())
                .setBody(request(PKIBody.TYPE_INIT_REQ, subject, pair, signer))
                .build(mac(newer)),
            PKIBody.TYPE_INIT_REP);
    if (!isOurs(answer, newer)) throw new IllegalStateException("the MAC of the answer is wrong");
    X509CertificateHolder certificate = certificateIn(answer);
    send(
        message(nobody, transaction)
            .setSenderKID(reference.getBytes())
            .setRecipNonce(answer.getHeader().getSenderNonce().getOctets())
            .setBody(confirmation(certificate))
            .build(mac(newer)),
        PKIBody.TYPE_CONFIRM);
    return certificate;
  }

  private void renew(X509CertificateHolder old, KeyPair pair) throws Exception {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(256);
    KeyPair next = keys.generateKeyPair();
    byte[] transaction = fresh();
    ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    ContentSigner proof = new JcaContentSignerBuilder("SHA256withECDSA").build(next.getPrivate());
    ProtectedPKIMessage answer =
        send(
            message(old.getSubject(), transaction)
                .addCMPCertificate(old)
                .setBody(request(PKIBody.TYPE_KEY_UPDATE_REQ, old.getSubject(), next, proof))
                .build(signer),
            PKIBody.TYPE_KEY_UPDATE_REP);
    X509CertificateHolder issuer = answer.getCertificates()[0];
    if (!answer.verify(new JcaContentVerifierProviderBuilder().build(issuer)))
      throw new IllegalStateException("the signature of the answer is wrong");
    X509CertificateHolder certificate = certificateIn(answer);
    if (!certificate.isSignatureValid(new JcaContentVerifierProviderBuilder().build(issuer)))
      throw new IllegalStateException("the signature of the certificate is wrong");
    send(
        message(old.getSubject(), transaction)
            .addCMPCertificate(old)
            .setRecipNonce(answer.getHeader().getSenderNonce().getOctets())
            .setBody(confirmation(certificate))
            .build(signer),
        PKIBody.TYPE_CONFIRM);
  }

  public static void main(String[] given) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    Client client = new Client(given[0], given[1], given[2]);
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(256);
    KeyPair pair = keys.generateKeyPair();
    client.enrol(new X500Name("CN=newer.device.example"), pair, true);
    client.renew(client.enrol(new X500Name("CN=java.device.example"), pair, false), pair);
  }
}
