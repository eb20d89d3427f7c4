import type { CommentBank } from './comment-bank.ts';

/** What customers of a shop write. */
export const shopComments: CommentBank = {
  service: {
    promoter: [
      'Vendedor atencioso, me ajudou a escolher sem empurrar nada.',
      'Atendimento pelo WhatsApp rápido e educado.',
      'Fui muito bem atendida na loja do centro.',
    ],
    passive: [
      'Atendimento bom, mas a fila do caixa é longa.',
      'A vendedora era simpática, só não conhecia bem o produto.',
    ],
    detractor: [
      'Ninguém responde o chat depois da compra.',
      'Fui ignorado na loja por uns quinze minutos.',
      'Cada atendente me passou um prazo diferente.',
    ],
  },
  delivery: {
    promoter: [
      'Chegou dois dias antes do prazo.',
      'Entrega rápida e embalagem caprichada.',
      'Acompanhei tudo pelo aplicativo, sem susto.',
    ],
    passive: ['Entregou no último dia do prazo.', 'A caixa chegou amassada, mas o produto estava inteiro.'],
    detractor: [
      'A entrega atrasou doze dias e ninguém avisou.',
      'Entregaram no vizinho errado.',
      'O produto chegou quebrado e a troca está uma novela.',
    ],
  },
  product: {
    promoter: [
      'Produto igual ao anunciado, ótima qualidade.',
      'O sofá é ainda mais bonito ao vivo.',
      'Acabamento excelente pelo preço.',
    ],
    passive: ['O produto é bom, a cor é um pouco diferente da foto.', 'O manual de montagem é confuso.'],
    detractor: [
      'A gaveta veio torta e faltavam parafusos.',
      'Durou um mês e quebrou.',
      'Material bem inferior ao da foto.',
    ],
  },
  price: {
    promoter: ['Melhor preço que encontrei, e ainda parcelei sem juros.', 'A promoção era de verdade!'],
    passive: ['O frete encareceu a compra.', 'Preço na média.'],
    detractor: ['No caixa o preço era outro.', 'O frete custou quase o valor do produto.'],
  },
  exchange: {
    promoter: ['Troquei o tamanho na loja em cinco minutos.'],
    passive: ['A troca deu certo, mas precisei insistir.'],
    detractor: ['Estou há três semanas esperando o estorno.', 'A política de troca não é clara no site.'],
  },
};
