// Control characters but tab and line breaks, those of the second block (C1), and the mark for bytes that are no text.
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const notText = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/;
const allNotText = new RegExp(notText, 'g');

/** Whether a cell holds what is no text. */
export function holdsNotText(cell: string): boolean {
  return notText.test(cell);
}

/** A cell as it can be kept and shown: cut, and with a replacement mark for what is no text and the database refuses. */
export function keptCell(cell: string, lengthMax: number): string {
  return cell.slice(0, lengthMax).replace(allNotText, '\ufffd');
}

// cspell:ignore NULO NOMBRE DISP DESPEJAR DESBORDAMIENTO CÁLC
/** As Excel, Google and LibreOffice show them in Portuguese, Spanish or English, and write them to a CSV. */
const formulaError =
  /^(?:#(?:N\/(?:A|D|DISP)|GETTING_DATA|[¡¿]?(?:DIV\/0|REF|NOME|NOMBRE|NAME|VALOR|VALUE|N[ÚU]M|NULO|NULL|SPILL|DESPEJAR|DESBORDAMIENTO|C[ÁA]LC|FIELD|CAMPO|BLOCKED|CONNECT|BUSY|UNKNOWN|ERROR?)[!?])|Err:5\d\d)$/i;

/** Whether a cell holds what a formula could not work out: it says nothing, and is not blank. */
export function isFormulaError(cell: string): boolean {
  // Nearly every cell of a million begins otherwise.
  return (cell.startsWith('#') || cell.startsWith('Err:')) && formulaError.test(cell);
}
