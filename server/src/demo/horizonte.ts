import { shopFields } from './custom-fields.ts';
import type { DemoCompany } from './demo-company.ts';
import { driftingStory } from './score-story.ts';
import { shopComments } from './shop-comments.ts';

/** A second company, so that one can see that neither sees the other. */
export const horizonte: DemoCompany = {
  name: 'Horizonte Varejo',
  seed: 4_207,
  customFields: shopFields,
  users: [{ email: 'own@horizonte.example', name: 'Roberto Siqueira', role: 'own' }],
  units: [
    {
      name: 'Horizonte – Belo Horizonte',
      brandColor: '#B45309',
      contacts: 300,
      imports: [{ fileName: 'clientes.csv', daysAgo: 210, rows: 220, rejected: 4 }],
      employedShare: 0.05,
      areaCodes: [
        ['31', 80],
        ['37', 8],
        ['32', 6],
        ['11', 6],
      ],
      surveys: [
        {
          title: 'Compra na loja e no site',
          icon: 'shopping-cart',
          template: 'nps-purchase',
          status: 'active',
          story: driftingStory(28, 20),
          commentsOf: () => shopComments,
          waves: { everyWeeks: 2, contacts: 48, firstDaysAgo: 196, lastDaysAgo: 0, weekday: 3, hour: 15 },
          responseShare: 0.29,
          linkAnswersPerDay: 0.15,
          spanishShare: 0,
        },
      ],
    },
  ],
};

/** The house of the account managers. */
export const escuta: DemoCompany = {
  name: 'Escuta',
  seed: 1,
  users: [
    { email: 'acmng@escuta.example', name: 'Patrícia Albuquerque', role: 'acmng', managesAllCompanies: true },
    { email: 'suporte@escuta.example', name: 'Otávio Brandão', role: 'ana', temporaryAccess: true },
  ],
  units: [
    { name: 'Escuta', brandColor: '#0F766E', contacts: 0, imports: [], employedShare: 0, areaCodes: [], surveys: [] },
  ],
};
