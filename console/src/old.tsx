// Around a screen that is not rebuilt on the design system.
import type { FunctionComponent } from 'react'
import './old.css'

export const old = (Screen: FunctionComponent) =>
  function Old() {
    return (
      <div className="old">
        <Screen />
      </div>
    )
  }
