-- Sends mark whole pages of contacts in one statement, answers mark them again. With half of each page free the second
-- version of every row stays beside the first, and a mark touches none of the nine indexes.
ALTER TABLE contacts SET (fillfactor = 50);
