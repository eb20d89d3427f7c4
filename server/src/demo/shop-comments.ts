import type { CommentBank } from './comment-bank.ts';

/** What customers of a shop write. */
export const shopComments: CommentBank = {
  service: {
    top: [
      'Vendedor atencioso, me ajudou a escolher sem empurrar nada.',
      'Atendimento pelo WhatsApp rápido e educado.',
      'Fui muito bem atendida na loja do centro.',
    ],
    middle: [
      'Atendimento bom, mas a fila do caixa é longa.',
      'A vendedora era simpática, só não conhecia bem o produto.',
    ],
    bottom: [
      'Ninguém responde o chat depois da compra.',
      'Fui ignorado na loja por uns quinze minutos.',
      'Cada atendente me passou um prazo diferente.',
    ],
  },
  delivery: {
    top: [
      'Chegou dois dias antes do prazo.',
      'Entrega rápida e embalagem caprichada.',
      'Acompanhei tudo pelo aplicativo, sem susto.',
    ],
    middle: ['Entregou no último dia do prazo.', 'A caixa chegou amassada, mas o produto estava inteiro.'],
    bottom: [
      'A entrega atrasou doze dias e ninguém avisou.',
      'Entregaram no vizinho errado.',
      'O produto chegou quebrado e a troca está uma novela.',
    ],
  },
  product: {
    top: [
      'Produto igual ao anunciado, ótima qualidade.',
      'O sofá é ainda mais bonito ao vivo.',
      'Acabamento excelente pelo preço.',
    ],
    middle: ['O produto é bom, a cor é um pouco diferente da foto.', 'O manual de montagem é confuso.'],
    bottom: [
      'A gaveta veio torta e faltavam parafusos.',
      'Durou um mês e quebrou.',
      'Material bem inferior ao da foto.',
    ],
  },
  price: {
    top: ['Melhor preço que encontrei, e ainda parcelei sem juros.', 'A promoção era de verdade!'],
    middle: ['O frete encareceu a compra.', 'Preço na média.'],
    bottom: ['No caixa o preço era outro.', 'O frete custou quase o valor do produto.'],
  },
  exchange: {
    top: ['Troquei o tamanho na loja em cinco minutos.'],
    middle: ['A troca deu certo, mas precisei insistir.'],
    bottom: ['Estou há três semanas esperando o estorno.', 'A política de troca não é clara no site.'],
  },
};
