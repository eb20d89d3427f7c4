const goodRows = 10_025;
const firstNames = ['Ana', 'João', 'Márcia', 'Otávio', 'Conceição', 'José', 'Luísa', 'Antônio', 'Patrícia', 'Sérgio'];
const lastNames = ['Silva', 'Souza', 'Araújo', 'Gonçalves', 'Brandão', 'Esteves', 'Magalhães', 'Simões'];

/** What a bad row looks like, and how a hurried person makes one. */
const badKinds: readonly ((n: number) => string)[] = [
  (n) => `Sem Endereço ${n};;;Padaria Central`,
  (n) => `Erro de Digitação ${n};sem-arroba.example;;`,
  (n) => `Telefone Curto ${n};curto${n}@cliente.example;123;`,
  (n) => `Coluna a Mais ${n};mais${n}@cliente.example;;Loja;sobra`,
];
const badEvery = 67;

/**
 * A file of contacts as a Brazilian spreadsheet saves it: Latin-1, `;`, a header, accents, quotes, and bad rows among
 * the good. 25 of its contacts have an e-mail that begins with `jornada-`.
 */
export function contactsFile(): { content: Buffer; rows: number; badRows: number; markedEmail: string } {
  const lines = ['Nome;E-mail;Celular;Empresa'];
  let badRows = 0;
  for (let n = 0; n < goodRows; n += 1) {
    lines.push(goodRow(n));
    if (n % badEvery === badEvery - 1) {
      lines.push(badKinds[badRows % badKinds.length]?.(n) ?? '');
      badRows += 1;
    }
  }
  return {
    content: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
    rows: goodRows + badRows,
    badRows,
    markedEmail: 'jornada-7@cliente.example',
  };
}

function goodRow(n: number): string {
  const name = `${firstNames[n % firstNames.length]} ${lastNames[(n * 7) % lastNames.length]} ${n}`;
  const email = n < 25 ? `jornada-${n}@cliente.example` : `pessoa.${n}@cliente.example`;
  const phone = `(11) 9${String(70_000_000 + n).replace(/(\d{4})(\d{4})/, '$1-$2')}`;
  const company = n % 3 === 0 ? `"Comércio; Filhos & Cia ${n % 40}"` : '';
  return `${name};${email};${phone};${company}`;
}
