-- Dropped: the look-up of responses that gave rows, whose place find_response_ids and read_responses take (db/functions).
--
-- NOTE: processes of the release before call it, and do not understand what find_answer_targets says now: they would tell
-- respondents that their link is not valid. They must be stopped (0220 asks for it too).
DROP FUNCTION IF EXISTS find_responses(uuid, uuid[], uuid[]);

-- The counter of a survey changes with each of its answers: the row stays on its page, and no index is told.
ALTER TABLE surveys SET (fillfactor = 50);
