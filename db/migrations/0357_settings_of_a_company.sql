-- What a company says of itself: the zone where several of its units stand together (decision 31), the languages that it works in,
-- its colour and its logo (a key of the file store).
ALTER TABLE companies ADD COLUMN timezone text NOT NULL DEFAULT 'America/Sao_Paulo';
ALTER TABLE companies ADD COLUMN languages text[] NOT NULL DEFAULT '{pt}';
ALTER TABLE companies ADD COLUMN brand_color text NOT NULL DEFAULT '#0F766E';
ALTER TABLE companies ADD COLUMN logo_key text;
GRANT UPDATE (name, language, timezone, languages, brand_color, logo_key, force_authenticator) ON companies TO escuta_company;
