-- The mount that `/.well-known/cmp` leads to: one at most, whatever several servers write at the same time.
ALTER TABLE "Mount" ADD COLUMN "isCmpDefault" BOOLEAN;
UPDATE "Mount" SET "isCmpDefault" = true WHERE "id" = (
  SELECT MIN("id") FROM "Mount" WHERE "cmpConfig" LIKE '%"enabled":true%' AND "cmpConfig" LIKE '%"defaultMount":true%'
);
CREATE UNIQUE INDEX "Mount_isCmpDefault_key" ON "Mount"("isCmpDefault");
