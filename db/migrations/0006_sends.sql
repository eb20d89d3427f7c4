-- Sends: the ledger of every message. States and rules: docs/sending.md.
-- Functions first: send_items.sql

CREATE TABLE sends (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  survey_version_id uuid NOT NULL,
  type text NOT NULL DEFAULT 'cf' CHECK (type IN ('cf', 'nps', 'other')),
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'whatsapp-web', 'whatsapp-flows')),
  status text NOT NULL CHECK (status IN ('scheduled', 'releasing', 'planning', 'running', 'paused', 'done', 'cancelled')),
  pause_reason text,
  schedule_type text NOT NULL DEFAULT 'default' CHECK (schedule_type IN ('default', 'scheduled')),
  scheduled_to timestamptz,
  released_at timestamptz,
  cancelled_at timestamptz,
  finished_at timestamptz,
  -- How many contacts the audience holds, fixed when the planner has counted it.
  total int NOT NULL DEFAULT 0,
  -- The last contact id planned: the planner goes on from here after a crash.
  plan_cursor uuid,
  planned_at timestamptz,
  audience jsonb NOT NULL,
  -- The first day of the month of creation: the partition of all its items.
  items_month date NOT NULL,
  created_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, business_unit_id) REFERENCES business_units,
  FOREIGN KEY (company_id, survey_id) REFERENCES surveys,
  FOREIGN KEY (company_id, survey_version_id) REFERENCES survey_versions,
  CHECK ((schedule_type = 'scheduled') = (scheduled_to IS NOT NULL))
);
CREATE INDEX sends_newest ON sends (company_id, business_unit_id, created_at DESC, id DESC);
CREATE INDEX sends_survey ON sends (company_id, survey_id);
CREATE INDEX sends_version ON sends (company_id, survey_version_id);

-- state: 0 ready, 1 claimed, 2 handed over, 3 accepted, 4 rejected, 5 deferred, 6 unknown, 7 skipped, 8 cancelled.
CREATE TABLE send_items (
  company_id uuid NOT NULL,
  items_month date NOT NULL,
  id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  send_id uuid NOT NULL,
  -- Null once the contact was deleted: the ledger stays (QDETAIL-07).
  contact_id uuid,
  channel text NOT NULL,
  address_hash bytea,
  state smallint NOT NULL CHECK (state BETWEEN 0 AND 8),
  reason text,
  -- What the receiving server said, for the person who looks why.
  detail text,
  not_before timestamptz NOT NULL DEFAULT '-infinity',
  attempt smallint NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamptz,
  provider_account text,
  provider_id text,
  executed_at timestamptz,
  PRIMARY KEY (company_id, items_month, id),
  UNIQUE (company_id, items_month, send_id, contact_id, channel),
  UNIQUE (company_id, items_month, send_id, channel, address_hash),
  FOREIGN KEY (company_id, send_id) REFERENCES sends,
  FOREIGN KEY (company_id, contact_id) REFERENCES contacts ON DELETE SET NULL (contact_id)
) PARTITION BY RANGE (items_month);
CREATE INDEX send_items_ready ON send_items (company_id, send_id, not_before, id) WHERE state IN (0, 5);
CREATE INDEX send_items_leased ON send_items (company_id, send_id, lease_until) WHERE state IN (1, 2);
CREATE INDEX send_items_unknown ON send_items (company_id, send_id, executed_at) WHERE state = 6;
CREATE INDEX send_items_contact ON send_items (company_id, contact_id) WHERE contact_id IS NOT NULL;

CREATE TABLE send_items_default PARTITION OF send_items DEFAULT WITH (fillfactor = 70);
DO $$
BEGIN
  FOR months_ahead IN 0..23 LOOP
    PERFORM ensure_send_items_partition((date '2026-01-01' + make_interval(months => months_ahead))::date);
  END LOOP;
END
$$;

-- One small row per send that has work: what a worker looks through to find it.
CREATE TABLE send_runnable (
  company_id uuid NOT NULL,
  send_id uuid NOT NULL,
  provider_account text NOT NULL,
  priority smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, send_id),
  FOREIGN KEY (company_id, send_id) REFERENCES sends
);
CREATE INDEX send_runnable_next ON send_runnable (next_at);

-- Counters in 16 shards, so that workers of one send do not wait for each other. Deltas are added with each result.
CREATE TABLE send_progress (
  company_id uuid NOT NULL,
  send_id uuid NOT NULL,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
  planned int NOT NULL DEFAULT 0,
  accepted int NOT NULL DEFAULT 0,
  rejected int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  unknown int NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, send_id, shard),
  FOREIGN KEY (company_id, send_id) REFERENCES sends
);

-- What the world told us of a message: an answer, a bounce, a delivery report. It settles unknown results.
CREATE TABLE send_evidence (
  company_id uuid NOT NULL,
  item_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('answer', 'bounce', 'delivery_report', 'open')),
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, item_id, kind)
);

-- Messages and answers per day of sending, for the response rate: one message counts once, on the day it went out.
CREATE TABLE invitation_daily (
  company_id uuid NOT NULL,
  business_unit_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  channel text NOT NULL,
  day date NOT NULL,
  sent int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  responded int NOT NULL DEFAULT 0,
  completed int NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, business_unit_id, day, survey_id, channel)
);

ALTER TABLE sends ENABLE ROW LEVEL SECURITY;
ALTER TABLE sends FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON sends TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON sends TO escuta_company;

ALTER TABLE send_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_items FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_items TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON send_items TO escuta_company;

ALTER TABLE send_runnable ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_runnable FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_runnable TO escuta_company USING (company_id = current_company());
CREATE POLICY system ON send_runnable TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON send_runnable TO escuta_company;
GRANT SELECT, UPDATE ON send_runnable TO escuta_system;

ALTER TABLE send_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_progress TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON send_progress TO escuta_company;

ALTER TABLE send_evidence ENABLE ROW LEVEL SECURITY;
ALTER TABLE send_evidence FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON send_evidence TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT ON send_evidence TO escuta_company;

ALTER TABLE invitation_daily ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation_daily FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON invitation_daily TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON invitation_daily TO escuta_company;
