/** Whether transactions meet in the database of the tests: the embedded one does one after the other. */
export const meets = process.env['TEST_DATABASE_URL'] !== undefined;
