import type { DescribedCustomField } from '#modules/contacts/demo/custom-values.ts';

/* None asks for a CPF: one that is drawn could be somebody's. */

const levels = ['Bronze', 'Prata', 'Ouro', 'Diamante'] as const;
const restrictions = [
  'Alergia a amendoim',
  'Alergia a frutos do mar',
  'Diabetes',
  'Intolerância à lactose',
  'Sem glúten',
  'Vegana',
  'Vegetariana',
] as const;

/** What a chain of hotels wants to know of its guests. */
export const hotelFields: readonly DescribedCustomField[] = [
  {
    internal_name: 'nivel_clube',
    label: 'Nível no Clube Aurora',
    type: 'select',
    options: levels,
    share: 0.45,
    draw: (random) =>
      random.weighted([
        [levels[0], 52],
        [levels[1], 28],
        [levels[2], 15],
        [levels[3], 5],
      ]),
  },
  {
    internal_name: 'ultima_estadia',
    label: 'Última estadia',
    type: 'date',
    share: 0.6,
    // Nobody stays in the house before the house knows of them.
    draw: (random, time, cameDaysAgo) => time.dayOf(time.at(random.int(0, cameDaysAgo), 12)),
  },
  {
    internal_name: 'diarias_no_ano',
    label: 'Diárias nos últimos 12 meses',
    type: 'number',
    share: 0.6,
    draw: (random) =>
      String(
        random.weighted([
          [random.int(1, 3), 70],
          [random.int(4, 10), 24],
          [random.int(11, 40), 6],
        ]),
      ),
  },
  {
    internal_name: 'restricao_alimentar',
    label: 'Restrição alimentar',
    type: 'text',
    sensitive: true,
    share: 0.12,
    draw: (random) => random.pick(restrictions),
  },
];

const channels = ['Loja', 'Site', 'Loja e site'] as const;

/** What a shop wants to know of its customers. */
export const shopFields: readonly DescribedCustomField[] = [
  {
    internal_name: 'onde_compra',
    label: 'Onde compra',
    type: 'select',
    options: channels,
    share: 0.7,
    draw: (random) => random.pick(channels),
  },
];
