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

-- What the search of contacts finds of a contact's custom values, given the searchable fields with their types: each value as it is kept
-- and, where people see it otherwise, as they see it. Lines part the values, as nobody types one; blanks stand at both ends, so that
-- two letters have a neighbour. Null of nobody's values, and, sooner, where no field is searchable.
CREATE OR REPLACE FUNCTION custom_search_text(held jsonb, searchable jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT search_form(string_agg(concat(' ', held ->> field.name, E' \n ' || CASE field.type
    WHEN 'cpf' THEN regexp_replace(held ->> field.name, '^(.{3})(.{3})(.{3})(.{2})$', '\1.\2.\3-\4')
    WHEN 'cnpj' THEN regexp_replace(held ->> field.name, '^(.{2})(.{3})(.{3})(.{4})(.{2})$', '\1.\2.\3/\4-\5')
    WHEN 'number' THEN nullif(replace(held ->> field.name, '.', ','), held ->> field.name)
  END, ' '), E'\n' ORDER BY field.name))
  FROM jsonb_each_text(searchable) AS field (name, type)
  WHERE held ->> field.name IS NOT NULL
$$;
