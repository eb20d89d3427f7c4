-- A person may be known by a phone alone: who asks for a right over their data may say theirs, in E.164.
ALTER TABLE privacy_requests ADD COLUMN requester_tel text;
