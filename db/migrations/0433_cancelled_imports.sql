-- An import can be stopped on its way; what has come in stays.
ALTER TABLE imports DROP CONSTRAINT imports_status_check;
ALTER TABLE imports ADD CONSTRAINT imports_status_check
  CHECK (status IN ('pending', 'started', 'running', 'finished', 'error', 'cancelled'));
