// The Luau module as a model that Studio inserts.

/** Roblox XML format. */
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
