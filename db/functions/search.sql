-- Lower case without the accents of Portuguese and Spanish, for searching. Immutable, so that it can be stored.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') $$;
