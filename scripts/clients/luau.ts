// The generated part of the Luau module, and the module as a model that Studio inserts.
import { codesWithoutEffect } from './operations'
import type { Contract } from '../contract'

const CODES = /(?<=^local WITHOUT_EFFECT = codes\(\[\[\n)[^\]]*(?=\]\]\))/m

/**
 * The source of the module with the codes of errors after which nothing was done.
 * @throws Error without the marks between which they stand
 */
export function luauModule(source: string, contract: Contract): string {
  if (!CODES.test(source)) throw new Error('the Luau module lacks WITHOUT_EFFECT')
  return source.replace(
    CODES,
    codesWithoutEffect(contract)
      .map((code) => `${code}\n`)
      .join(''),
  )
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
