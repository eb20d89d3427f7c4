-- Tenancy: the two database roles, companies and their units.
--
-- escuta_company  works for one company: row-level security shows it the rows of app.company_id and no others.
-- escuta_system   works across companies where the product must (sign-in, claims, relays): it has a policy of its own
--                 only on the tables that need it, and no grant on the others.
-- Both are taken with SET LOCAL ROLE inside a transaction, so a transaction-mode pooler keeps them apart.
--
-- Functions first: companies.sql

DO $$
BEGIN
  -- Roles belong to the whole cluster: two databases may be migrated at the same time.
  PERFORM pg_advisory_xact_lock(hashtext('escuta roles'));
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'escuta_company') THEN
    CREATE ROLE escuta_company NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'escuta_system') THEN
    CREATE ROLE escuta_system NOLOGIN;
  END IF;
  EXECUTE format('GRANT escuta_company, escuta_system TO %I', current_user);
EXCEPTION
  -- Another database of the cluster created them in the same moment.
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

GRANT USAGE ON SCHEMA public TO escuta_company, escuta_system;

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE companies (
  id uuid PRIMARY KEY,
  -- Stands in public links, so that a look-up knows its company without searching all of them.
  link_key bigint NOT NULL UNIQUE,
  name text NOT NULL,
  language text NOT NULL DEFAULT 'pt' CHECK (language IN ('pt', 'es', 'en')),
  active boolean NOT NULL DEFAULT true,
  wizard boolean NOT NULL DEFAULT false,
  force_authenticator boolean NOT NULL DEFAULT false,
  trial_expires_at timestamptz,
  is_trial boolean NOT NULL DEFAULT false,
  allow_beta boolean NOT NULL DEFAULT false,
  allow_ticketing boolean NOT NULL DEFAULT false,
  -- What to do with a message whose fate is unknown after a crash (decision 26).
  unknown_policy text NOT NULL DEFAULT 'no_duplicates' CHECK (unknown_policy IN ('no_duplicates', 'prefer_delivery')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE business_units (
  company_id uuid NOT NULL REFERENCES companies,
  id uuid NOT NULL,
  name text NOT NULL,
  timezone text NOT NULL DEFAULT 'America/Sao_Paulo',
  nps_enabled boolean NOT NULL DEFAULT true,
  reviews_enabled boolean NOT NULL DEFAULT false,
  surveys_enabled boolean NOT NULL DEFAULT true,
  ai_enabled boolean NOT NULL DEFAULT false,
  pending_payment boolean NOT NULL DEFAULT false,
  stripe_customer text,
  brand_color text NOT NULL DEFAULT '#0F766E',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id)
);

ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE companies FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON companies TO escuta_company USING (id = current_company());
CREATE POLICY system ON companies TO escuta_system USING (true);
GRANT SELECT ON companies TO escuta_company;
GRANT SELECT, INSERT, UPDATE ON companies TO escuta_system;

ALTER TABLE business_units ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_units FORCE ROW LEVEL SECURITY;
CREATE POLICY company ON business_units TO escuta_company USING (company_id = current_company());
GRANT SELECT, INSERT, UPDATE ON business_units TO escuta_company;
