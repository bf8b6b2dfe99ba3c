-- A name that is a domain is also what other names are below: told apart by kind, looking for the one goes past none of the other.
DROP INDEX "CertificateName_mountId_name_certificateId_idx";
CREATE INDEX "CertificateName_mountId_name_kind_certificateId_idx" ON "CertificateName"("mountId", "name", "kind", "certificateId");
