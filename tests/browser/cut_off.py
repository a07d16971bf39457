"""Which texts of a page are cut off."""

CUT_OFF = """name => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    const found = [...document.querySelectorAll('select')].filter(one => {
        const style = getComputedStyle(one)
        pen.font = style.font
        const words = one.selectedOptions[0]?.label ?? ''
        const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20  // the arrow
        return one.checkVisibility() && !words.includes(name) && pen.measureText(words).width > room + 1
    }).map(one => `${one.selectedOptions[0].label} in ${one.outerHTML.slice(0, 80)}`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const [text, holder] = [texts.currentNode.data.trim(), texts.currentNode.parentElement]
        if (!text || text.includes(name) || holder.closest('.skip, .news')) continue
        if (!holder.checkVisibility({visibilityProperty: true})) continue
        const around = []
        for (let one = holder; one; one = one.parentElement) around.push([one, getComputedStyle(one)])
        if (around.some(([, style]) => style.clipPath !== 'none')) continue  // only for those who listen
        const range = document.createRange()
        range.selectNodeContents(texts.currentNode)
        for (const line of range.getClientRects()) {
            if (line.width < 1 || isWhole(line, around)) continue
            found.push(`${text.slice(0, 60)} in ${holder.outerHTML.slice(0, 80)}`)
            break
        }
    }
    return found

    function isWhole(line, around) {
        for (const [one, style] of around) {
            const box = one.getBoundingClientRect()
            const [across, down] = [style.overflowX, style.overflowY]
            if (across !== 'visible' && (line.left < box.left - 2 || line.right > box.right + 2)) return false
            if (/hidden|clip/.test(down) && (line.top < box.top - 4 || line.bottom > box.bottom + 4)) return false
            if (/auto|scroll/.test(down) && one.scrollHeight > one.clientHeight + 1) return true
            if (style.position === 'fixed') break
        }
        return line.left > -1 && line.right < innerWidth + 1
    }
}"""
"""Texts of which a part cannot be seen, not even by scrolling. A name, which may be long, is passed over,
and so is the headline of a table, of which all stands in the log."""
