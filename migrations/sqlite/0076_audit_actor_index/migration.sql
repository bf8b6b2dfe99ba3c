-- Contracts: nothing uses it since 0.1.0.
DROP INDEX "AuditRecord_actorId_id_idx";
