import { testDefinition } from '../../server/src/testing/send-factories.ts';

/** What both senders write into their messages, and whom they write to. */
export const companyName = 'Aurora Hotéis';
export const mailFrom = 'pesquisas@mail.example';
export const publicUrl = 'https://pesquisa.example';
export const definition = testDefinition;

const firstNames = ['Maria', 'João', 'Ana', 'Antônio', 'Francisca', 'José', 'Conceição', 'Pedro'];
const familyNames = ['da Silva', 'dos Santos', 'Lima', 'da Conceição', 'Costa', 'Pereira', 'Oliveira'];

export interface Person {
  readonly name: string;
  readonly email: string;
}

/** The first `count` people of a world that is always the same. */
export function people(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${firstNames[index % firstNames.length]} ${familyNames[index % familyNames.length]}`,
    email: `contact-${index + 1}@many.example`,
  }));
}
