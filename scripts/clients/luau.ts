// The generated part of the Luau module, and the module as a model that Studio inserts.
import { codesWithoutEffect } from './operations'
import type { Contract } from '../contract'
import type { Contract as RulesContract } from '../contract-rules/document'
import { writtenTexts } from '../contract-rules/written-by-people'

/** The lists of the module that the contract gives, by the name of the variable. */
function generatedLists(contract: RulesContract & Contract): Readonly<Record<string, readonly string[]>> {
  const { properties, maps, anyShape } = writtenTexts(contract)
  return {
    WITHOUT_EFFECT: codesWithoutEffect(contract),
    WRITTEN: properties,
    WRITTEN_MAPS: maps,
    WRITTEN_ANY_SHAPE: anyShape,
  }
}

/**
 * The source of the module with the codes of errors after which nothing was done, and the names of texts that people wrote.
 * @throws Error without the marks between which they stand
 */
export function luauModule(source: string, contract: RulesContract & Contract): string {
  return Object.entries(generatedLists(contract)).reduce((text, [name, words]) => {
    const list = new RegExp(`(?<=^local ${name} = codes\\(\\[\\[\\n)[^\\]]*(?=\\]\\]\\))`, 'm')
    if (!list.test(text)) throw new Error(`the Luau module lacks ${name}`)
    return text.replace(list, words.map((word) => `${word}\n`).join(''))
  }, source)
}

/** The module as a model in Roblox's XML format (`.rbxmx`). */
export function luauModel(source: string): string {
  return `<roblox version="4">
  <Item class="ModuleScript" referent="RBX0">
    <Properties>
      <string name="Name">CommunityClient</string>
      <ProtectedString name="Source"><![CDATA[${source.replaceAll(']]>', ']]]]><![CDATA[>')}]]></ProtectedString>
    </Properties>
  </Item>
</roblox>
`
}
