-- Lower case, of the capitals with the accents of Portuguese and Spanish, too: a database in the locale C lowers none of them.
CREATE OR REPLACE FUNCTION fold_case(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT translate(lower(words), 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'áàâãäéèêëíìîïóòôõöúùûüçñ') $$;

-- Lower case without the accents of Portuguese and Spanish, for searching. Immutable, so that it can be stored. Capitals with
-- accents are named, too, for the reason that fold_case has. It does not call that one: a column is made of this, and a dump is read
-- back without a search path, in which one function would not find another.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT translate(
    translate(lower(words), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'),
    'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucn')
$$;
