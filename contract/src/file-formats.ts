/** The files of tables that we read and write: text with a sign between its cells, or a workbook of Excel, LibreOffice or Google. */
export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];
/** What each is called where files are handed over. */
export const fileMediaTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The files that tables are written into: besides, text for programs, which nobody brings back. */
export const writtenFormats = [...fileFormats, 'json'] as const;
export type WrittenFormat = (typeof writtenFormats)[number];
export const writtenMediaTypes: Readonly<Record<WrittenFormat, string>> = {
  ...fileMediaTypes,
  json: 'application/json; charset=utf-8',
};
