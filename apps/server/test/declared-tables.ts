import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import swc, { type ModuleItem, type TsType, type TsTypeElement } from '@swc/core';

/**
 * A column type in the code. `kinds`: possible values, as far as the type is declared in the same
 * file.
 */
export interface DeclaredColumn {
  /** The declaring file, relative to `src/`. */
  file: string;
  table: string;
  column: string;
  kinds: Set<'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'null' | 'unknown'>;
  /** Whether inserts may omit it. */
  isOptional: boolean;
}

type Kind = DeclaredColumn['kinds'] extends Set<infer Each> ? Each : never;
type Aliases = ReadonlyMap<string, TsType>;

const source = join(import.meta.dirname, '../src');

const nameOf = (type: TsType) => (type.type === 'TsTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.value : undefined);
const argumentsOf = (type: TsType) => (type.type === 'TsTypeReference' ? (type.typeParams?.params ?? []) : []);

/** Resolves type aliases of the same file. */
function resolve(type: TsType, aliases: Aliases): TsType {
  const known = aliases.get(nameOf(type) ?? '');
  return known && argumentsOf(type).length === 0 ? resolve(known, aliases) : type;
}

const keywords: Partial<Record<string, Kind>> = { number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

function kindsOf(outer: TsType, aliases: Aliases): Kind[] {
  const type = resolve(outer, aliases);
  if (type.type === 'TsUnionType') return type.types.flatMap((part) => kindsOf(part, aliases));
  if (type.type === 'TsKeywordType') return [keywords[type.kind] ?? 'unknown'];
  if (type.type === 'TsLiteralType') return [type.literal.type === 'StringLiteral' ? 'string' : 'unknown'];
  if (type.type === 'TsTypeLiteral') return ['json'];
  const name = nameOf(type);
  return [name === 'Date' || name === 'Buffer' ? name : 'unknown'];
}

const mayBeLeftOut = (outer: TsType | undefined, aliases: Aliases): boolean => {
  if (!outer) return false;
  const type = resolve(outer, aliases);
  if (type.type === 'TsUnionType') return type.types.some((part) => mayBeLeftOut(part, aliases));
  return type.type === 'TsKeywordType' && (type.kind === 'undefined' || type.kind === 'never');
};

function columnOf(outer: TsType, aliases: Aliases): Pick<DeclaredColumn, 'kinds' | 'isOptional'> {
  const type = resolve(outer, aliases);
  const [read, inserted] = argumentsOf(type);
  if (nameOf(type) === 'Generated' && read) return { ...columnOf(read, aliases), isOptional: true };
  if (nameOf(type) === 'ColumnType' && read) return { kinds: new Set(kindsOf(read, aliases)), isOptional: mayBeLeftOut(inserted, aliases) };
  // Kysely makes nullable columns optional.
  const kinds = new Set(kindsOf(type, aliases));
  return { kinds, isOptional: kinds.has('null') };
}

const propertiesOf = (members: readonly TsTypeElement[]) =>
  members.flatMap((member) =>
    member.type === 'TsPropertySignature' && member.key.type === 'Identifier' && member.typeAnnotation
      ? [{ name: member.key.value, type: member.typeAnnotation.typeAnnotation }]
      : [],
  );

function tablesIn(outer: TsType, aliases: Aliases): { name: string; type: TsType }[] {
  if (outer.type === 'TsIntersectionType') return outer.types.flatMap((part) => tablesIn(part, aliases));
  return outer.type === 'TsTypeLiteral' ? propertiesOf(outer.members) : [];
}

function columnsIn(outer: TsType, aliases: Aliases): { name: string; type: TsType }[] {
  const type = resolve(outer, aliases);
  if (type.type === 'TsIntersectionType') return type.types.flatMap((part) => columnsIn(part, aliases));
  if (nameOf(type) === 'Omit' || nameOf(type) === 'Pick') return [];
  return type.type === 'TsTypeLiteral' ? propertiesOf(type.members) : [];
}

function aliasesIn(items: readonly ModuleItem[]): Map<string, TsType> {
  const aliases = new Map<string, TsType>();
  for (const item of items) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (declared.type === 'TsTypeAliasDeclaration') aliases.set(declared.id.value, declared.typeAnnotation);
    if (declared.type === 'TsInterfaceDeclaration')
      aliases.set(declared.id.value, { type: 'TsTypeLiteral', span: declared.span, members: declared.body.body });
  }
  return aliases;
}

/** Columns of all types for Kysely, which are named `…Tables`. */
export function declaredColumns(): DeclaredColumn[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  return files.flatMap((file) => {
    const aliases = aliasesIn(swc.parseFileSync(join(source, file), { syntax: 'typescript' }).body);
    return [...aliases]
      .filter(([name]) => name.endsWith('Tables'))
      .flatMap(([, type]) => tablesIn(type, aliases))
      .flatMap((table) =>
        columnsIn(table.type, aliases).map((column) => ({
          file,
          table: table.name,
          column: column.name,
          ...columnOf(column.type, aliases),
        })),
      );
  });
}
