-- Who signs up by themselves: the pins that prove an e-mail, and what was typed until the trial starts. Nobody of it belongs to a
-- company yet, so all of it is of the system.
CREATE TABLE sign_up_pins (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  -- Under a key of ours: four digits alone are soon found.
  pin_hash bytea NOT NULL,
  -- The browser that asked, by the cookie that it was given.
  device_hash bytea NOT NULL,
  mail_id uuid NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- What the browser shows from then on.
  token_hash bytea UNIQUE,
  token_expires_at timestamptz
);
CREATE INDEX sign_up_pins_created ON sign_up_pins (created_at);

-- What is counted of sign-ups, under a key of ours: when it was done, within the hour that counts.
CREATE TABLE sign_up_counts (
  subject bytea PRIMARY KEY,
  times timestamptz[] NOT NULL,
  -- The last one.
  counted_at timestamptz NOT NULL
);
CREATE INDEX sign_up_counts_counted ON sign_up_counts (counted_at);

CREATE TABLE sign_ups (
  email text PRIMARY KEY CHECK (email = lower(email)),
  -- The ids that user, company and unit get when they come into being.
  user_id uuid NOT NULL UNIQUE,
  company_id uuid NOT NULL UNIQUE,
  business_unit_id uuid NOT NULL,
  name text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  -- Gone when the user has it.
  password_hash text,
  terms_accepted_at timestamptz,
  business_position text NOT NULL DEFAULT '',
  interests text CHECK (interests IN ('Fazer Pesquisas de Satisfação', 'Gerenciar Avaliações Online')),
  company_name text NOT NULL DEFAULT '',
  business_area text CHECK (business_area IN ('hotelaria', 'industria', 'agronegocio', 'ecommerce', 'software', 'bares-e-restaurantes', 'alimentacao-e-bebidas', 'vestuario-e-calcados', 'construcao', 'saude', 'educacao', 'servicos-pessoais', 'servicos-especializados', 'informatica', 'vendas-e-marketing', 'entretenimento', 'consultoria', 'financeiro', 'outro')),
  business_size text CHECK (business_size IN ('1-10', '11-50', '51-100', '100')),
  -- Somebody has typed something of the company.
  has_company boolean NOT NULL DEFAULT false,
  gclid text,
  utm_content text,
  utm_term text,
  utm_campaign text,
  utm_source text,
  utm_medium text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the trial started, and the user became one.
  started_at timestamptz,
  trial_expires_at timestamptz
);
CREATE INDEX sign_ups_updated ON sign_ups (updated_at) WHERE started_at IS NULL;

-- What a company was told of the end of its trial: once each.
CREATE TABLE trial_notices (
  company_id uuid NOT NULL REFERENCES companies (id),
  kind text NOT NULL CHECK (kind IN ('soon', 'last_day')),
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, kind)
);

ALTER TABLE sign_up_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_up_pins FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_up_pins TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up_pins TO escuta_system;

ALTER TABLE sign_up_counts ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_up_counts FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_up_counts TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up_counts TO escuta_system;

ALTER TABLE sign_ups ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_ups FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON sign_ups TO escuta_system USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_ups TO escuta_system;

ALTER TABLE trial_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE trial_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY system ON trial_notices TO escuta_system USING (true);
GRANT SELECT, INSERT, DELETE ON trial_notices TO escuta_system;

-- What people give when they sign up.
ALTER TABLE users ADD COLUMN IF NOT EXISTS phone text;
ALTER TABLE users ADD COLUMN IF NOT EXISTS terms_accepted_at timestamptz;
