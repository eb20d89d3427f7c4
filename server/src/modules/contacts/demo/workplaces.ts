/* cspell:disable */

import { isCnpj } from '@escuta/contract/tax-numbers';

/** Companies that the guests travel for, and what each does. */
export const segmentsOfWorkplaces: Readonly<Record<string, string>> = {
  'Agropecuária Santa Rita': 'Agronegócio',
  'Alfa Contabilidade': 'Serviços profissionais',
  'Arquitetura Lume': 'Serviços profissionais',
  'Auto Peças Canguru': 'Comércio',
  'Banco Meridional': 'Finanças',
  'BioVida Diagnósticos': 'Saúde',
  'Café Serra Alta': 'Alimentação',
  'Cerâmica Portobelo do Vale': 'Construção',
  'Clínica Horizonte Azul': 'Saúde',
  'Colégio Monte Castelo': 'Educação e cultura',
  'Conecta Telecom': 'Tecnologia',
  'Construtora Vale Verde': 'Construção',
  'Cooperativa Campo Novo': 'Agronegócio',
  'Corretora Pedra Branca': 'Serviços profissionais',
  'Distribuidora Três Irmãos': 'Comércio',
  'Editora Quatro Ventos': 'Educação e cultura',
  'Eletro Sul Montagens': 'Indústria',
  'Engenharia Prumo': 'Serviços profissionais',
  'Escritório Moura e Teles Advogados': 'Serviços profissionais',
  'Estaleiro Itaguaçu': 'Indústria',
  'Farmácias Bem Viver': 'Saúde',
  'Fazenda Boa Esperança': 'Agronegócio',
  'Feira Viva Eventos': 'Turismo e eventos',
  'Ferragens Dois Irmãos': 'Comércio',
  'Frigorífico Campanha': 'Agronegócio',
  'Fundação Ipê': 'Educação e cultura',
  'Gráfica Expressa': 'Turismo e eventos',
  'Grupo Litoral Turismo': 'Turismo e eventos',
  'Hospital São Lucas': 'Saúde',
  'Imobiliária Beira-Mar': 'Construção',
  'Indústrias Fontana': 'Indústria',
  'Instituto Semear': 'Educação e cultura',
  'Laticínios Serra Azul': 'Alimentação',
  'Livraria Capitu': 'Educação e cultura',
  'Log Rápida Transportes': 'Transportes',
  'Madeireira Araucária': 'Construção',
  'Metalúrgica Ferrari': 'Indústria',
  'Móveis Canela': 'Comércio',
  'Nordeste Tecidos': 'Indústria',
  'Núcleo Consultoria': 'Serviços profissionais',
  'Ótica Central': 'Saúde',
  'Padaria Pão de Mel': 'Alimentação',
  'Panificadora Trigo Bom': 'Alimentação',
  'Papelaria Arco-Íris': 'Comércio',
  'Pousada das Flores': 'Turismo e eventos',
  'Prefeitura de Jardim Novo': 'Setor público',
  'Química Atlântica': 'Indústria',
  'Rede Sabor': 'Alimentação',
  'Rota Viagens': 'Turismo e eventos',
  'Seguros Confiança': 'Finanças',
  'Software Jacarandá': 'Tecnologia',
  'Sorvetes Polar': 'Alimentação',
  'Studio Criativo Mar': 'Turismo e eventos',
  'Supermercados Bom Dia': 'Comércio',
  'Tecelagem Blumenauense': 'Indústria',
  'Têxtil Rio Claro': 'Indústria',
  'Transportes Bandeirante': 'Transportes',
  'Universidade do Planalto': 'Educação e cultura',
  'Usina Boa Vista': 'Agronegócio',
  'Vinícola Campo Largo': 'Agronegócio',
};
export const workplaces = Object.keys(segmentsOfWorkplaces);

/** One of five has never said what it is. */
const withoutCnpjEvery = 5;

/** The CNPJ of a company of the demo: of letters that spell what it is, so that nobody real has it. */
export function cnpjOfWorkplace(name: string): string | null {
  const at = workplaces.indexOf(name) + 1;
  if (at % withoutCnpjEvery === 0) return null;
  const places = `DEMO${String(at).padStart(4, '0')}0001`;
  const pairs = Array.from({ length: 100 }, (_, pair) => `${places}${String(pair).padStart(2, '0')}`);
  return pairs.find((cnpj) => isCnpj(cnpj)) ?? null;
}
