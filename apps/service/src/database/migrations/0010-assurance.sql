-- What vouches for a decision is a list of facts, which are no ladder, and not one level.
-- Whose position it is was read from that level before; it is a fact of its own.
ALTER TABLE verification ADD COLUMN of_phone boolean NOT NULL DEFAULT false;
UPDATE verification SET of_phone = true WHERE assurance = 'handoff';
ALTER TABLE verification ALTER COLUMN assurance TYPE text[] USING ARRAY[assurance];
