/**
 * The checksums of migrations as they were until 2026-11-22, when the functions in them got files of their own (decision
 * 0019). Where one of these ran, the file of today counts as run. Closed: whatever changes from here on is a new migration.
 */
export const formerChecksums: Readonly<Record<string, readonly string[]>> = {
  '0001_tenancy.sql': ['995fe9e9ba577048ae9d1c34328cea3d1700ccf4d5a5953b4388b2a9f3264d78'],
  '0004_contacts.sql': ['33fe128f36c02e2671aeecc652a2763a5bf452905198792a6b3e022d899448f4'],
  '0005_surveys.sql': ['0c5647ec824b1b3078aa1cfae7c92fbe3464ec08179cc73129421599ee8268cc'],
  '0006_sends.sql': ['b13e5a81aad36e9f62d2e13e446212ff4b1ba43b7553ea110315a0001327f617'],
  '0010_send_engine.sql': ['477c136dbd425a79505cf7060fc124340421ddb6dfe6fcfbfd974d2fa5e4aa5f'],
  '0050_send_items_stay_on_their_page.sql': ['e1d8e8b80a460e1b243367349ea9db712665617ea77f14dd4ccb0e6d15ca3636'],
  '0060_contact_search.sql': ['5e27ed45c0d31d50ba4f2c3023b5ba930a6620c52b0b7efb765398bc82440d0d'],
  '0070_answer_batches.sql': ['a62b6f11c5dc5923129a453c679b8347118cde2c59852967667a40849a5ae5e5'],
  '0075_begun_responses.sql': ['8927644ee42324e17ab2b5ae18d0a1b61fd7b7f8da38ff966f3d95a295a1f91d'],
  '0090_answer_look_ups.sql': ['84d670c529222e999e9e479b444a2919086b2adaf5ebf977355b7e0cc0ed4b3e'],
  '0100_counters_by_writer.sql': ['667573b3aac1dd88f6ec611a46f1e041a1bc974baced9fe0a038811c0eddcd46'],
  '0110_email_addresses.sql': ['31080bddc4217b986cd291103d0df16567abc6772e4f3b305b042ac5b34b7a1f'],
  '0111_quarantine.sql': ['f589ecd919adcb52cee9e046ced3d0d47eabf81b91fe808503516eb3159abe61'],
  '0140_database_login.sql': ['38b14cb41604f23732e0b998624e39158f0b3a2c09dd006ea1db004cf6a6594b'],
  '0170_take_mailboxes.sql': ['c7dabe42fba8c663ae9668aeff4f30443592aee0aa7a31cf63c07b954bfb21de'],
  '0171_quarantine_of_many.sql': ['061ef798af83f5a1b4901108ffb7c21b6eca06e34a46194cf7fbfd930f98284a'],
};
