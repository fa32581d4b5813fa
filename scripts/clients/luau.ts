// The generated parts of the Luau module, and the files that Studio opens.
import { clientModel, placeModels, screensModel, toXml } from './luau-files'
import { applicationPicture, boardPicture } from './luau-pictures'
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

/** Models that Studio inserts, a place that it opens, and pictures of the screens, by their names in the repository. */
export function luauFiles(
  source: () => string,
  read: (name: string) => string,
): Readonly<Record<string, () => string>> {
  return {
    'clients/luau/CommunityClient.rbxmx': () => toXml([clientModel(read, source())]),
    'clients/luau/CommunityScreens.rbxmx': () => toXml([screensModel(read)]),
    'clients/luau/CommunityPlace.rbxlx': () => toXml(placeModels(read, source())),
    'docs/pictures/game-board.svg': () => boardPicture(read),
    'docs/pictures/game-application.svg': () => applicationPicture(read),
  }
}
