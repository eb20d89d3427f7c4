-- Lower case without the accents of Portuguese and Spanish, for searching. Immutable, so that it can be stored. Capitals with
-- accents are named, too: a database in the locale C lowers none of them.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT translate(
    translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'),
    'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucn')
$$;
