-- A message whose result nobody knows has one name: unknown. `unknown` counts the closed ones, which are final; this column
-- the open ones, which may still be settled.
--
-- NOTE: processes of the release before count in the old name, and must be stopped (0220 asks for it too).
ALTER TABLE send_progress RENAME COLUMN in_doubt TO open_unknown;
